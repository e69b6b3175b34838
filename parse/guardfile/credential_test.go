package guardfile

import "testing"

func TestCredentialNames(t *testing.T) {
	for _, name := range []string{
		"X-Api-Key", "x-api-key", "X_API_KEY", "apikey", "ApiKey", "api_key", "key", "Ocp-Apim-Subscription-Key", "x-functions-key", "X-Key-2",
		"X-Auth-Token", "accessToken", "access_token", "accesstoken", "X-Token1", "PRIVATE-TOKEN", "X-Vault-Token", "X-Client-Secret", "X-Password",
		"Proxy-Authorization", "X-Auth", "Cookie", "X-Session", "X-Session-Id", "sessionId", "X-Hub-Signature", "X-Hub-Signature-256", "sig",
	} {
		if !isCredentialName(name) {
			t.Errorf("%s carries a credential", name)
		}
	}
	for _, name := range []string{
		"X-Api-Version", "Api-Version", "Idempotency-Key", "X-Idempotency-Key", "Idempotency-Key-Prefix", "Surrogate-Key", "X-Token-Type", "X-Auth-Method",
		"X-Auth-Email", "X-Key-Id", "X-Atlassian-Token", "X-CSRF-Token", "csrftoken", "X-Signature-Algorithm", "X-Monkey", "X-Design", "X-Passenger",
		"Accept", "X-Client", "X-Tokens", "keyword", "-", "",
	} {
		if isCredentialName(name) {
			t.Errorf("%s carries no credential", name)
		}
	}
}

package model

import (
	"runtime"
	"sync"
)

// serialBelow is the number of items from which more than one goroutine pays.
const serialBelow = 64

// parallel calls f for each index below n, on all processors. Calls for different indexes must not share state.
func parallel(n int, f func(i int)) {
	workers := runtime.GOMAXPROCS(0)
	if n < serialBelow || workers == 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			for i := worker * n / workers; i < (worker+1)*n/workers; i++ {
				f(i)
			}
		})
	}
	group.Wait()
}

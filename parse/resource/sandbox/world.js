// The world that a Resource file finds: Harper's globals, those of Node that files use while they load, and stand-ins
// for everything else. It runs before the file does, so what the file changes comes too late for it.
(function (host) {
  'use strict';
  const { mark, remember, ours, refuse } = host;

  // A stand-in can be called, constructed, extended, spread, iterated and turned into text, and does nothing. What is made
  // of it shows that it was: a text holds the mark, a spread has the mark as a key.
  function standIn(name) {
    const known = new Map();
    const spread = mark(name);
    const proxy = new Proxy(function () {}, {
      get(target, key) {
        if (key === 'prototype') return target.prototype;
        if (key === Symbol.toPrimitive) return () => spread;
        if (key === Symbol.iterator) return function* () { for (let i = 0; i < 4; i++) yield proxy; };
        if (typeof key === 'symbol') return undefined;
        if (key === spread) return proxy;
        if (!known.has(key)) known.set(key, standIn(name.length < 60 ? name + '.' + key : name));
        return known.get(key);
      },
      set(target, key, value) {
        if (typeof key === 'string') known.set(key, value);
        return true;
      },
      has: () => true,
      deleteProperty: () => true,
      defineProperty: () => true,
      apply: () => standIn(name),
      construct: () => standIn(name),
      ownKeys: () => ['prototype', spread],
      getOwnPropertyDescriptor(target, key) {
        if (key === 'prototype') return Reflect.getOwnPropertyDescriptor(target, key);
        return { value: key === spread ? proxy : known.get(key), enumerable: key === spread, configurable: true, writable: true };
      },
    });
    remember(proxy, name);
    return proxy;
  }

  // Statics that nobody has defined are undefined where they mean something to a reader, so that `??` works.
  const unknownStatics = (name) => new Proxy(Function.prototype, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target) return Reflect.get(target, key, receiver);
      return ours(key) ? undefined : standIn(name + '.' + key);
    },
  });

  class Resource {}
  Object.setPrototypeOf(Resource, unknownStatics('Resource'));

  function table(database, name, description, primaryKey, record) {
    const made = { [name]: class extends Resource { get() {} search() {} post() {} put() {} patch() {} delete() {} } }[name];
    made.databaseName = database;
    made.tableName = name;
    if (description) made.description = description;
    if (primaryKey) made.primaryKey = primaryKey;
    made.properties = record;
    made.attributes = Object.keys(record).map((key) => ({ name: key, ...record[key] }));
    return made;
  }

  // A collection has what is known, and stand-ins for the rest.
  const collection = (name, known) => new Proxy(known, {
    get(target, key) {
      if (typeof key === 'symbol' || Object.hasOwn(target, key)) return target[key];
      return target[key] = standIn(name + '.' + key);
    },
  });

  const databases = collection('databases', Object.create(null));
  for (const t of host.tables) {
    if (!Object.hasOwn(databases, t.database)) databases[t.database] = collection('databases.' + t.database, Object.create(null));
    databases[t.database][t.name] = host.isTable(table(t.database, t.name, t.description, t.primaryKey, t.record), t.index);
  }
  const tables = collection('tables', Object.assign(Object.create(null), databases.data));
  host.isResource(Resource);

  const nothing = () => {};
  const harper = { Resource, tables, databases };
  for (const name of host.harperNames) harper[name] = standIn(name);
  const node = {
    console: standIn('console'),
    process: new Proxy(Object.create(null), {
      get: (target, key) => {
        if (key === 'exit' || key === 'abort' || key === 'kill' || key === 'reallyExit') return () => refuse('process.' + key);
        return typeof key === 'symbol' ? undefined : target[key] ??= standIn('process.' + key);
      },
    }),
    global: globalThis,
    self: globalThis,
    queueMicrotask: nothing,
    structuredClone: (value) => value,
  };
  for (const name of host.nodeNames) node[name] = standIn(name);
  for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate']) {
    node[name] = () => standIn(name);
  }
  for (const [name, value] of [...Object.entries(harper), ...Object.entries(node)]) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }

  // A module that is not read. esbuild copies only own keys of what it imports, and keeps the prototype.
  function module(name, known) {
    const all = standIn(name);
    const rest = new Proxy(Object.create(null), {
      get: (target, key) => (typeof key === 'symbol' ? undefined : all[key]),
      has: () => true,
    });
    return Object.create(rest, {
      __esModule: { value: true },
      default: { value: known ?? all, enumerable: true },
      ...Object.fromEntries(Object.entries(known ?? {}).map(([key, value]) => [key, { value, enumerable: true }])),
    });
  }
  return { module, harper: () => module('harper', harper) };
})

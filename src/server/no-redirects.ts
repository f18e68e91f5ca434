// Who is led on takes a code or a secret of ours along. Some libraries let themselves be, and can not be told otherwise.
const ask = globalThis.fetch;
globalThis.fetch = (input, init) => ask(input, { redirect: 'error', ...init });

// Mocha gives a worker a second to end, then kills it. On a busy machine that is too short to write down what
// was covered, and all that the worker ran would count as never run. There is no option for it.
const { createRequire } = require('node:module');

const workerpool = createRequire(require.resolve('mocha'))('workerpool');
const { pool } = workerpool;
workerpool.pool = (script, options) =>
  pool(script, { workerTerminateTimeout: 120_000, ...options });

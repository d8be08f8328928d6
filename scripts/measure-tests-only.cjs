// Coverage is what the tests themselves run through. What they start (servers, command line, other people's
// programs, threads) is not measured: much of it is killed before it could write anything down, and being
// measured makes each start a third slower.
if (process.env.MOCHA_WORKER_ID !== undefined) delete process.env.NODE_V8_COVERAGE;

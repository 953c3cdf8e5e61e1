// Mocha's spec reporter that also writes its counts down, so that several runs add up to one closing line.
const fs = require("node:fs");
const Mocha = require("mocha");

module.exports = class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once("end", () => {
      const { passes, failures, pending } = this.stats;
      if (process.env.PARLEY_TEST_COUNTS)
        fs.appendFileSync(process.env.PARLEY_TEST_COUNTS, `${JSON.stringify({ passes, failures, pending })}\n`);
    });
  }
};

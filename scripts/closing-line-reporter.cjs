// Mocha's own output, closed by one line that people and machines can read.
const { Spec } = require('mocha/lib/reporters/spec');

module.exports = class ClosingLine extends Spec {
  epilogue() {
    super.epilogue();
    const { passes, failures, pending } = this.stats;
    const skipped = pending > 0 ? `, ${pending} skipped` : '';
    console.log(`${passes} passed, ${failures} failed${skipped}`);
  }
};

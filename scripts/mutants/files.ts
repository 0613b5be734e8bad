/** The pure files whose tests are tested, each with the tests that stand beside it. */
export const mutated: Readonly<Record<string, readonly string[]>> = {
  'packages/server/src/modules/access/sign-in/transaction/plan.ts': [
    'packages/server/src/modules/access/sign-in/transaction/plan.test.ts',
    'packages/server/src/modules/access/sign-in/transaction/plan-purposes.test.ts',
    'packages/server/src/modules/access/sign-in/transaction/plan-evidence.test.ts',
  ],
  'packages/rules/src/flows.ts': ['packages/rules/src/flows.test.ts'],
  'packages/rules/src/guess-budget.ts': ['packages/rules/src/guess-budget.test.ts'],
  'packages/rules/src/entitlements.ts': ['packages/rules/src/entitlements.test.ts'],
  'packages/rules/src/patterns/parse.ts': [
    'packages/rules/src/patterns.test.ts',
    'packages/rules/src/patterns/parse.test.ts',
    'packages/rules/src/patterns/budget.test.ts',
  ],
  'packages/algorithms/src/otp.ts': ['packages/algorithms/src/otp.test.ts'],
  'packages/algorithms/src/ocra.ts': [
    'packages/algorithms/src/ocra.suite.test.ts',
    'packages/algorithms/src/ocra.test.ts',
  ],
  'packages/algorithms/src/radius/packet.ts': [
    'packages/algorithms/src/radius/packet.test.ts',
    'packages/algorithms/src/radius/radius.test.ts',
  ],
  'packages/server/src/platform/base64.ts': ['packages/server/src/platform/base64.test.ts'],
}

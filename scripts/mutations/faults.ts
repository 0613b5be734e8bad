import type { Mutation } from './mutation.ts'

const modules = 'packages/server/src/modules'

/** Guards whose loss shows only where a run is interrupted or interleaved: the seeds have to find them. */
export const faultMutations: readonly Mutation[] = [
  {
    id: 'faults.charged-later',
    promise: 'An answer is charged before it is checked.',
    file: `${modules}/access/sign-in/answer/answering.ts`,
    find: '  const reserving = reserveQuery(ctx, attempt)\n',
    replace: `  const reserving = reserveQuery(ctx, { ...attempt, budget: null })
  const later = { ...attempt, key: Buffer.from(ctx.platform.ids.uuid()) }
  void sleep(100).then(() => readTogether(ctx, [reserveQuery(ctx, later)])).catch(() => {})
`,
    tests: [`${modules}/access/sign-in/sign-in-faults.embedded.test.ts`],
    project: 'embedded',
  },
  {
    id: 'faults.answer-apart',
    promise: 'The answer is stored with the session that it opens.',
    file: `${modules}/access/sign-in/answer/answering.ts`,
    find: `  unit.add(answerAttempt(ctx, attempt, await sealAnswer(ctx, attempt, answer)))
  try {
    await unit.flush()
`,
    replace: `  try {
    await unit.flush()
    await readTogether(ctx, [answerAttempt(ctx, attempt, await sealAnswer(ctx, attempt, answer))])
`,
    tests: [`${modules}/access/sign-in/sign-in-faults.embedded.test.ts`],
    project: 'embedded',
  },
  {
    id: 'faults.counter-in-two',
    promise: 'A message is counted by one statement.',
    file: `${modules}/tenancy/entitlements/entitlements.repository.ts`,
    find: 'export const takeSmsVoice = async ({ db, tenant, platform }: Context): Promise<boolean> => {\n',
    replace: `export const takeSmsVoice = async ({ db, tenant, platform }: Context): Promise<boolean> => {
  const counted = db
    .selectFrom('entitlements')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('sms_voice_allotment', 'is not', null)
  const before = await counted.executeTakeFirstOrThrow()
  if (before.sms_voice_consumed >= (before.sms_voice_allotment ?? 0)) return false
  await db
    .updateTable('entitlements')
    .set({ sms_voice_consumed: before.sms_voice_consumed + 1 })
    .where('tenant_id', '=', tenant.id)
    .where('type', '=', before.type)
    .execute()
  if (before.id !== '') return true
`,
    tests: [`${modules}/tenancy/entitlements/counters.embedded.test.ts`],
    project: 'embedded',
  },
  {
    id: 'faults.printed-before',
    promise: 'A card is printed when its printer says so.',
    file: `${modules}/issuance/print-jobs/worker/turn.ts`,
    find: '  const handed: HandOver = isLate(work)\n',
    replace: `  await step(work, { id: job.id, event: { kind: 'TOLD', state: 'completed' } })
  const handed: HandOver = isLate(work)
`,
    tests: [`${modules}/issuance/print-jobs/print-faults.embedded.test.ts`],
    project: 'embedded',
  },
  {
    id: 'faults.printed-again',
    promise: 'A card that the printer may have is not sent again.',
    file: 'packages/rules/src/print-jobs.ts',
    find: "      return ended(job, 'UNKNOWN')\n",
    replace: '      return waiting(job)\n',
    tests: [`${modules}/issuance/print-jobs/print-faults.embedded.test.ts`],
    project: 'embedded',
  },
  {
    id: 'faults.archive-renamed-later',
    promise: 'An archive that is ready has its file.',
    file: `${modules}/operations/archives/archive-work.ts`,
    find: '    await finishFile(ctx, month, file)\n',
    replace: '    setTimeout(() => void finishFile(ctx, month, file).catch(() => {}), 1000)\n',
    tests: [`${modules}/operations/archives/archive-faults.embedded.test.ts`],
    project: 'embedded',
  },
]

import type { Mutation } from './mutation.ts'

const server = 'packages/server/src'
const backup = `${server}/platform/db/backup`

/** Attacks on what several share: backups, threads of a process, links that programs open. */
export const sharedMutations: readonly Mutation[] = [
  {
    id: 'S72',
    promise: 'A backup that was changed is not restored, whatever its checksum says.',
    file: `${backup}/read-backup.ts`,
    find: 'if (!unsigned && !isSameProof(',
    replace: 'if (unsigned && !isSameProof(',
    tests: [`${backup}/backup.test.ts`],
    project: 'server',
  },
  {
    id: 'S72.older',
    promise: 'A backup without a signature is restored only where the administrator says so.',
    file: `${backup}/read-backup.ts`,
    find: 'if (header.version === unsignedVersion) {',
    replace: 'if (header.version < unsignedVersion) {',
    tests: [`${backup}/backup.test.ts`],
    project: 'server',
  },
  {
    id: 'S73',
    promise: 'Password hashes take turns by tenant.',
    file: `${server}/platform/hashes.ts`,
    find: 'queue.run(tenantId, () => {',
    replace: "queue.run('', () => {",
    tests: [`${server}/platform/hashes.test.ts`],
    project: 'server',
  },
  {
    id: 'S73.drawing',
    promise: 'Drawings take turns by tenant.',
    file: `${server}/modules/issuance/credential-designs/drawing-thread.ts`,
    find: 'return await queue.run(key, ',
    replace: "return await queue.run('', ",
    tests: [`${server}/modules/issuance/credential-designs/drawing-thread.test.ts`],
    project: 'server',
  },
  {
    id: 'S50.pause',
    promise: 'Users are notified when requests to their app are paused.',
    file: `${server}/modules/authenticators/soft-tokens/pushes.service.ts`,
    find: 'await notifyOfPause(ctx, question.userId, pause)',
    replace: 'void notifyOfPause',
    tests: [`${server}/modules/access/sign-in/pushes.test.ts`],
    project: 'server',
  },
  {
    id: 'S57.open',
    promise: 'Opening the download link of a pass changes nothing.',
    file: `${server}/modules/issuance/flash-passes/flash-passes.routes.ts`,
    find: 'downloadGooglePass: (ctx, { params }) => openPage(ctx, params),',
    replace:
      'downloadGooglePass: async (ctx, { params }) => { const led = await openPage(ctx, params); await claimForGoogle(ctx, params); return led },',
    tests: [`${server}/modules/issuance/flash-passes/flash-passes.test.ts`],
    project: 'server',
  },
  {
    id: 'S60.names',
    promise: 'Names hold no hidden characters.',
    file: 'packages/rules/src/text.ts',
    find: 'export const isPlainLine = (text: string): boolean => !hidden.test(text)',
    replace: 'export const isPlainLine = (text: string): boolean => text !== null',
    tests: [`${server}/security/hostile/names.test.ts`],
    project: 'server',
  },
]

import { buildArchive, buildReading } from '../../../security/sweep/rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    createArchive: () => ({ body: { month: '2020-01' } }),
    downloadArchive: async ({ ctx }) => ({ params: await buildArchive(ctx) }),
    // Not that of the readings: an open archive is not opened again.
    openArchive: async ({ ctx }) => ({ params: await buildArchive(ctx, '2019-11') }),
    closeArchive: async ({ ctx }) => ({ params: await buildReading(ctx) }),
    listArchivedEvents: async ({ ctx }) => ({ params: await buildReading(ctx), body: {} }),
  },
  ids: [{ under: '/api/web/v1/archivedaudits/', build: ({ ctx }) => buildArchive(ctx) }],
  alteredBy: {
    listArchivedEvents: ['closeArchive'],
  },
  shownIn: {
    downloadArchive: 'modules/operations/archives/archives.test.ts',
  },
}

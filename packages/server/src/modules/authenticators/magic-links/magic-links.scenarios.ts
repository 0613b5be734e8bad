import { withLink, withLinks } from '../../../security/sweep/calls/magic-links.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    putMagicLink: async (world) => ({ params: await withLinks(world), body: { autoSend: false } }),
    readMagicLink: async (world) => ({ params: (await withLink(world)).params }),
    deleteMagicLink: async (world) => ({ params: (await withLink(world)).params }),
    readMagicLinkInformation: async (world) => ({ params: (await withLink(world)).params }),
  },
  alteredBy: {
    readMagicLinkInformation: ['putMagicLink'],
  },
}

import { withAssistant, withCode } from '../../../security/sweep/calls/voice.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    exchangeVoiceToken: async (world) => ({ query: (await withCode(world)).query }),
    deleteVoiceRegistration: (world) => withAssistant(world),
    askVoice: () => ({ query: { action: 'STATUS' } }),
  },
  effects: {
    registerVoiceAssistant: rowsOf('voice_links'),
    exchangeVoiceToken: rowsOf('voice_links'),
  },
  alteredBy: {
    readVoicePrinters: ['createPrinter'],
    askVoice: ['createPrinter'],
  },
}

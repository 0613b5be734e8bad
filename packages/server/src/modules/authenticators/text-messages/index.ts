export { countByBucket as countTextMessages } from './text-messages.repository.ts'
export { chargeText, list as listTexts, textCode } from './text-messages.service.ts'
export { keepVoiceResponse, takeVoiceResponse } from './voice-responses.ts'

import { day, type Module } from '../../../kit/module.ts'

export const textMessagesModule: Module = {
  retention: [
    { table: 'voice_responses', column: 'expires_at', graceMillis: 0 },
    { table: 'text_messages', column: 'created_at', graceMillis: 100 * day },
  ],
  secretColumns: ['voice_responses.sealed', 'voice_responses.token_hash'],
}

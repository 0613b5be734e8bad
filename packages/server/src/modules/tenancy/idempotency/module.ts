import { day, type Module } from '../../../kit/module.ts'

export const idempotencyModule: Module = {
  retention: [{ table: 'idempotent_calls', column: 'begun_at', graceMillis: day }],
  openColumns: ['idempotent_calls.key_hash', 'idempotent_calls.fingerprint'],
  secretColumns: ['idempotent_calls.sealed_answer'],
}

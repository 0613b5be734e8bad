import { day, type Module } from '../../../kit/module.ts'

export const upstreamSignInModule: Module = {
  retention: [{ table: 'upstream_proofs', column: 'expires_at', graceMillis: day }],
  secretColumns: ['upstream_proofs.sealed_ticket', 'upstream_sessions.sealed_ticket'],
}

import { sql } from 'kysely'
import { channels } from '../../../../authenticators/attempts/index.ts'
import { unconfirmedChannel } from '../../transaction/plan.ts'
import { factor } from './factor.ts'

interface UpstreamProof {
  readonly id: string
  readonly user_id: string
  readonly second_factor: boolean
  readonly for_administrators: boolean
  readonly confirm_again: boolean
}

/**
 * An account elsewhere, proven in this very sign-in by its provider, and still this person's. It proves
 * one factor; a second only where the provider is trusted to vouch for one. After the provider got
 * another key, its user confirms the account once by a factor of their own.
 */
export const identityProviderFactor = factor<UpstreamProof>({
  query: ({ db, tenant }, { transaction, given }) =>
    sql<UpstreamProof>`select p.id, p.user_id, p.second_factor,
        coalesce((i.definition ->> 'trustedForAdministrators')::boolean, false) as for_administrators,
        l.confirm_again
      from upstream_proofs p
      join identity_providers i on i.tenant_id = p.tenant_id and i.id = p.provider_id
      cross join lateral (select count(*) as count, bool_or(l.confirm_again) as confirm_again
        from linked_identities l where l.tenant_id = p.tenant_id
          and l.provider_id = p.provider_id and l.user_id = p.user_id) l
      where p.tenant_id = ${tenant.id}::uuid and p.id::text = ${given.response ?? ''}
        and p.transaction_id = ${transaction.id}::uuid and p.proven_at is not null
        and p.spent_at is null and i.enabled and l.count > 0`.compile(db),
  async check({ db, tenant, platform }, _answer, { account, rows: [proof] }) {
    if (account === null || proof === undefined || proof.user_id !== account.id) return null
    const spend = sql`with spent as (
        update upstream_proofs set spent_at = ${platform.clock.now()}
        where tenant_id = ${tenant.id}::uuid and id = ${proof.id}::uuid and spent_at is null
        returning 1)
      select 1 / count(*) from spent`.compile(db)
    const isTrusted = !account.administrator || proof.for_administrators
    return {
      userId: account.id,
      authenticatorId: proof.id,
      class: 'KNOWLEDGE',
      channel: proof.confirm_again ? unconfirmedChannel : channels.IDP,
      verifiedUser: false,
      vouchesForSecond: proof.second_factor && isTrusted && !proof.confirm_again,
      uses: [spend],
    }
  },
})

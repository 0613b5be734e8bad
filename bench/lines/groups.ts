import { randomUUID } from 'node:crypto'
import { addGroupMember, removeGroupMember } from '@signet/contract/identity/user-groups'
import { type Administrator, changeMember, readUserPage } from '../flows/administration.ts'
import { drive, type Run } from '../load/drive.ts'
import { found } from '../report/finding.ts'
import { seedGroup } from '../seed/groups.ts'
import { userKeyOf } from '../seed/users.ts'
import { goals } from './goals.ts'
import type { Measure, Stage } from './measure.ts'

/** How many the lines want to be there. */
export const largeGroup = 500_000
const smallGroup = 10
const pageSize = 20

const groupOf = async ({ site }: Pick<Stage, 'site'>, members: number): Promise<string> => {
  const id = randomUUID()
  const { tenant } = site.seeding.ctx
  await seedGroup(site.owner, { tenantId: tenant.id, id, name: `Group of ${members}`, members })
  return id
}

const administratorOf = ({ site, signet }: Stage): Administrator => ({
  http: signet.http,
  token: site.seeding.adminToken,
})

/** Each lane takes a member of its own out and puts it in again, whatever the size of the group. */
const changeMembers = (stage: Stage, groupId: string): Promise<Run> => {
  const administrator = administratorOf(stage)
  const { measured } = stage.signet
  const operation = async (lane: number): Promise<void> => {
    const member = { id: groupId, userid: userKeyOf(lane % smallGroup) }
    await changeMember(administrator, removeGroupMember, member)
    await changeMember(administrator, addGroupMember, member)
  }
  return drive({ measured, operation, lanes: smallGroup, seconds: stage.seconds })
}

export const groupLines: Measure = {
  lines: [goals.groupPageTail, goals.groupChange],
  needs: ['listUsers', 'addGroupMember', 'removeGroupMember'],
  async run(stage) {
    const administrator = administratorOf(stage)
    const { measured } = stage.signet
    const [large, small] = [await groupOf(stage, largeGroup), await groupOf(stage, smallGroup)]
    const operation = async (): Promise<void> => {
      const { results } = await readUserPage(administrator, { limit: pageSize, groupId: large })
      if (results.length < pageSize) throw new Error('the page is not full')
    }
    const pages = await drive({ measured, operation, seconds: stage.seconds })
    const before = await changeMembers(stage, small)
    const many = await changeMembers(stage, large)
    const after = await changeMembers(stage, small)
    const few = (before.cpuMillis + after.cpuMillis) / 2
    return [
      found(goals.groupPageTail, pages.latency.p99, pages),
      found(goals.groupChange, many.cpuMillis / few, many),
    ]
  },
}

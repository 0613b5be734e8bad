import { useQueryClient } from '@tanstack/react-query'
import { useText } from '../../lib/i18n.ts'
import { showMessage } from '../../lib/messages.ts'
import { type BulkRun, bulkRunPath, followBulk, undoBulk } from './bulk-runs.ts'

/**
 * Follows operations to their end, wherever the visitor goes meanwhile, and says what became of
 * them; what can be taken back is offered so.
 */
export const useBulkResult = () => {
  const text = useText('members')
  const client = useQueryClient()
  const tell = (run: BulkRun, done: (count: number) => string): void => {
    const { changed, failed } = run.done
    const details = { label: text('members:many.details'), to: bulkRunPath(run) }
    if (run.state !== 'COMPLETED') {
      showMessage(text('members:many.stopped'), { icon: 'warning', action: details })
    } else if (failed > 0) {
      const told = text('members:users.bulkFailed', { done: changed, failed })
      showMessage(told, { icon: 'warning', action: details })
    } else if (changed === 0) showMessage(text('members:many.nothing'))
    else showMessage(done(changed), { action: run.reversible ? undo(run) : null })
  }
  const follow = async (run: BulkRun, done: (count: number) => string): Promise<void> => {
    const ended = await followBulk(run)
    void client.invalidateQueries({ queryKey: ['users'] })
    void client.invalidateQueries({ queryKey: ['bulk-operations'] })
    tell(ended, done)
  }
  const takeBack = async (run: BulkRun): Promise<void> => {
    const undone = (count: number): string => text('members:many.undone', { count })
    await follow(await undoBulk(run), undone)
  }
  const undo = (run: BulkRun) => ({
    label: text('members:many.undo'),
    run: (): void => {
      takeBack(run).catch(() =>
        showMessage(text('members:many.notUndone'), {
          icon: 'warning',
          action: { label: text('members:many.details'), to: bulkRunPath(run) },
        }),
      )
    },
  })
  return { follow, takeBack }
}

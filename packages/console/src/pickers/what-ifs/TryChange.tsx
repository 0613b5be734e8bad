import { type FieldValues, useFormContext } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { useText } from '../../lib/i18n.ts'
import { showFailure } from '../../lib/show-failure.ts'
import { useMay } from '../../session/session-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { type Change, useCreateWhatIf, whatIfPath } from './create-what-if.ts'

interface TryChangeProps {
  /** The change that what is typed would be. */
  readonly changeOf: (typed: unknown) => Change
}

/** Tries what is typed into the form around it on former sign-ins; the check keeps what was typed. */
export const TryChange = ({ changeOf }: TryChangeProps) => {
  const text = useText('resource')
  const navigate = useNavigate()
  const create = useCreateWhatIf()
  const mayTry = useMay()(['CONTEXTRULES', 'EDIT'])
  const { trigger, getValues, reset } = useFormContext<FieldValues>()
  const run = async (): Promise<void> => {
    if (!(await trigger())) return
    try {
      const { id } = await create.mutateAsync(changeOf(getValues()))
      reset()
      // The guard of unsaved changes sees the form as it was saved first.
      setTimeout(() => void navigate(whatIfPath(id)))
    } catch (error) {
      showFailure(error)
    }
  }
  if (!mayTry) return null
  return (
    <Button onClick={() => void run()} isPending={create.isPending}>
      {text('resource:whatIfs.tryIt')}
    </Button>
  )
}

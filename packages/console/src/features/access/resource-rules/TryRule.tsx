import { useFormContext } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { errorText } from '../../../lib/error-text.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useCreateWhatIf, whatIfPath } from '../../../pickers/what-ifs/create-what-if.ts'
import { Button } from '../../../ui/Button.tsx'
import { RuleForm, type TypedRule } from './rule-form.ts'

/** Tries the rule as it is typed on former sign-ins; the check keeps what was typed. */
export const TryRule = ({ ruleId }: { readonly ruleId: string }) => {
  const text = useText('resource')
  const navigate = useNavigate()
  const create = useCreateWhatIf()
  const { trigger, getValues, reset } = useFormContext<TypedRule>()
  const run = async (): Promise<void> => {
    if (!(await trigger())) return
    const rule = RuleForm.parse(getValues())
    try {
      const { id } = await create.mutateAsync({ kind: 'RULE', ruleId, rule })
      reset()
      // The guard of unsaved changes sees the form as it was saved first.
      setTimeout(() => void navigate(whatIfPath(id)))
    } catch (error) {
      showMessage(errorText(error) ?? text('common:states.failed'))
    }
  }
  return (
    <Button onClick={() => void run()} isPending={create.isPending}>
      {text('resource:whatIfs.tryIt')}
    </Button>
  )
}

import type { Choice } from '../flow/machine.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Step } from '../ui/Step.tsx'
import { wordsOf } from './methods.ts'
import { OptionList } from './OptionList.tsx'

interface ChooseStepProps {
  readonly choices: readonly Choice[]
  readonly onChoose: (choice: Choice) => void
  readonly onBack: () => void
}

/** Every way that is open, to take another one. */
const ChooseStep = ({ choices, onChoose, onBack }: ChooseStepProps) => {
  const say = useSay()
  const options = choices.map((choice) => ({
    ...wordsOf(choice),
    id: choice.type,
    onChoose: () => onChoose(choice),
  }))
  return (
    <Step title={say('sign-in.choose.title')} text={say('sign-in.choose.text')}>
      <OptionList options={options} />
      <Button kind="link" icon="back" onPress={onBack}>
        {say('sign-in.back')}
      </Button>
    </Step>
  )
}

export default ChooseStep

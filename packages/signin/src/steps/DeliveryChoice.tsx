import { useId, useState } from 'react'
import type { Delivery } from '../flow/answers.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Form } from '../ui/Form.tsx'
import { nameOfDelivery } from './methods.ts'

interface DeliveryChoiceProps {
  readonly deliveries: readonly Delivery[]
  readonly onSend: (delivery: Delivery | null) => Promise<void>
  readonly isBusy: boolean
  readonly error: string | null
}

const keyOf = ({ type, attribute }: Delivery): string => `${type} ${attribute}`

/** Where a code shall go. */
export const DeliveryChoice = ({ deliveries, onSend, isBusy, error }: DeliveryChoiceProps) => {
  const say = useSay()
  const id = useId()
  const [chosen, setChosen] = useState(deliveries[0] ?? null)
  return (
    <Form onSubmit={() => onSend(chosen)}>
      <fieldset className="options">
        <legend className="visually-hidden">{say('methods.otp.where')}</legend>
        {deliveries.map((delivery, at) => (
          <div className="option" key={keyOf(delivery)}>
            <input
              id={`${id}-${at}`}
              type="radio"
              name="delivery"
              checked={delivery === chosen}
              onChange={() => setChosen(delivery)}
              data-first={at === 0 || undefined}
            />
            <label className="option-text" htmlFor={`${id}-${at}`}>
              <span className="option-name">{say(nameOfDelivery(delivery.type))}</span>
              <span className="option-description">{delivery.hint}</span>
            </label>
          </div>
        ))}
      </fieldset>
      <ErrorText text={error} />
      <Button isBusy={isBusy}>{say('methods.otp.send')}</Button>
    </Form>
  )
}

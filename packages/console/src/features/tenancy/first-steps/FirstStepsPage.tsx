import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { ToolPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { onboarding } from '../../../lib/onboarding.ts'
import { useStore } from '../../../lib/store.ts'
import { type FirstStep, offeredFlags } from '../../../pickers/first-steps/steps.ts'
import { useFirstSteps } from '../../../pickers/first-steps/use-first-steps.ts'
import { useSession } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'

type Flag = (typeof offeredFlags)[number]

const setFlag = (flag: Flag, isOn: boolean): void =>
  onboarding.update((before) => ({ ...before, flags: { ...before.flags, [flag]: isOn } }))

/** What will be used here; the steps below follow at once. */
const Plans = () => {
  const text = useText('dashboard')
  const { flags } = useStore(onboarding)
  return (
    <Section
      title={text('dashboard:firstSteps.plans')}
      description={text('dashboard:firstSteps.plansText')}
    >
      <FormGroup>
        {offeredFlags.map((flag) => (
          <FormControlLabel
            key={flag}
            label={text(`dashboard:firstSteps.flags.${flag}`)}
            control={
              <Checkbox
                size="small"
                checked={flags[flag] ?? false}
                onChange={(_, isOn) => setFlag(flag, isOn)}
              />
            }
          />
        ))}
      </FormGroup>
    </Section>
  )
}

/** Done or not, its title leads there; what is left has a button, too. */
const Step = ({ name, to, isDone }: FirstStep) => {
  const text = useText('dashboard')
  const title = text(`dashboard:firstSteps.steps.${name}.title`)
  return (
    <Item
      title={
        <Link component={RouterLink} to={to} underline="hover">
          {title}
        </Link>
      }
      detail={text(`dashboard:firstSteps.steps.${name}.text`)}
      tag={
        isDone ? <Tag label={text('dashboard:firstSteps.state.done')} severity="OK" /> : undefined
      }
      actions={
        !isDone && (
          <Box sx={{ flexShrink: 0 }}>
            <Button to={to}>{text('dashboard:firstSteps.go')}</Button>
          </Box>
        )
      }
    />
  )
}

/** What a new administrator sets up first, in any order and whenever they like. */
const FirstStepsPage = () => {
  const text = useText('dashboard')
  const { companyName } = useSession().theme
  const { query, steps } = useFirstSteps({ isWanted: true })
  const isAllDone = steps.length > 0 && steps.every(({ isDone }) => isDone)
  return (
    <ToolPage
      title={text('common:pages.firstSteps')}
      detail={text('dashboard:firstSteps.text', { company: companyName })}
    >
      <Plans />
      <Section title={text('dashboard:firstSteps.title')}>
        <QueryView query={query}>
          {() => (
            <>
              {isAllDone && (
                <Notice severity="success">{text('dashboard:firstSteps.allDone')}</Notice>
              )}
              <ItemList empty="">
                {steps.map((step) => (
                  <Step key={step.name} {...step} />
                ))}
              </ItemList>
            </>
          )}
        </QueryView>
      </Section>
    </ToolPage>
  )
}

export default FirstStepsPage

import Box from '@mui/material/Box'
import type { Problem } from '@signet/card/draw'
import type { SampleName } from '@signet/card/samples'
import { sampleNames } from '@signet/card/samples'
import { optionsOf } from '../../../../kit/fields.ts'
import { useText } from '../../../../lib/i18n.ts'
import { Section } from '../../../../ui/Page.tsx'
import { SelectInput } from '../../../../ui/SelectInput.tsx'

interface SampleProps {
  readonly sample: SampleName
  readonly onSample: (sample: SampleName) => void
  readonly problems: readonly Problem[]
  readonly nameOf: (shapeId: string) => string
}

/** Whose values are shown, and what of them the card cannot show. */
export const SamplePanel = ({ sample, onSample, problems, nameOf }: SampleProps) => {
  const text = useText('issuancePortal')
  const words = (problem: Problem): string => {
    if (problem.code === 'BARCODE') {
      return text(`issuancePortal:designs.reasons.${problem.reason.code}`)
    }
    return text(`issuancePortal:designs.problems.${problem.code}`)
  }
  return (
    <Section title={text('issuancePortal:designs.preview')}>
      <SelectInput
        label={text('issuancePortal:designs.sample')}
        value={sample}
        onChange={(value) => onSample(sampleNames.find((each) => each === value) ?? 'USUAL')}
        options={optionsOf(sampleNames, (value) => text(`issuancePortal:designs.samples.${value}`))}
      />
      <Box role="status">
        <Box component="ul" sx={{ mb: 0, pl: 2.5 }}>
          {problems.map((problem) => (
            <li key={`${problem.shape}-${problem.code}`}>
              {`${nameOf(problem.shape)}: ${words(problem)}`}
            </li>
          ))}
        </Box>
      </Box>
    </Section>
  )
}

import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { DetailsPage } from './frames.tsx'
import { SettingsForm, type SettingsFormProps } from './SettingsForm.tsx'

interface SettingsPageProps<In extends FieldValues, Out> extends SettingsFormProps<In, Out> {
  readonly title: string
  readonly description?: ReactNode
}

/** A page of one family of settings. */
export const SettingsPage = <In extends FieldValues, Out>({
  title,
  description,
  ...form
}: SettingsPageProps<In, Out>) => (
  <DetailsPage title={title} detail={description}>
    <SettingsForm {...form} />
  </DetailsPage>
)

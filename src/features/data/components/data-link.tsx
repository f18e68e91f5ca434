import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { Section } from '#features/organization/components/section.tsx';

/** The way from Edit Profile to the studio's data, for those who manage the studio. */
export function DataLink() {
  return (
    <Section title="Your data">
      <Text>
        Download everything your studio has stored, or bring in students, instructors and classes from a
        spreadsheet.
      </Text>
      <div>
        <Button variant="default" renderRoot={(props) => <Link to="/dashboard/your-data" {...props} />}>
          Download or import data
        </Button>
      </div>
    </Section>
  );
}

import classes from './student-option.module.css';

type Props = {
  student: { fullName: string; email?: string | null; phoneNumber?: string | null } | undefined;
};

/** A student in a list to choose from: two of one name are told apart by how to reach them. */
export function StudentOption({ student }: Props) {
  const contact = student?.email ?? student?.phoneNumber;
  return (
    <span className={classes.lines}>
      <span>{student?.fullName}</span>
      {contact && <span className={classes.small}>{contact}</span>}
    </span>
  );
}

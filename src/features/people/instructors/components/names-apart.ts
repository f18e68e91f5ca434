type Reached = { id: string; fullName: string; email: string | null; phoneNumber: string | null };

/** People to choose from, by name; who shares a name is told apart by how they are reached. */
export function namesApart(people: readonly Reached[]): { value: string; label: string }[] {
  const namesakes = Map.groupBy(people, ({ fullName }) => fullName);
  return people.map(({ id, fullName, email, phoneNumber }) => {
    const contact = namesakes.get(fullName)?.length === 1 ? null : (email ?? phoneNumber);
    return { value: id, label: contact ? `${fullName}, ${contact}` : fullName };
  });
}

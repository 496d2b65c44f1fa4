import contract from '../../generated/openapi.json' with { type: 'json' };

/** The `limit` that listPets takes without one, and the greatest that it allows, however its schema writes that. */
export function limitsOfPets(): { preset: number; greatest: number; bound: string } {
  const limit = contract.paths['/pets'].get.parameters.find(({ name }) => name === 'limit');
  const { default: preset = 0, maximum, exclusiveMaximum }: Readonly<Record<string, unknown>> = limit?.schema ?? {};
  return {
    preset: Number(preset),
    greatest: Number(maximum ?? Number(exclusiveMaximum) - 1),
    bound: maximum === undefined ? `< ${String(exclusiveMaximum)}` : `<= ${String(maximum)}`,
  };
}

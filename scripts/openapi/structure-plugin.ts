interface NodeType {
  properties: Record<string, unknown>;
}

/**
 * A Redocly plugin: `x-unmatched-responses`, which code is generated from, is built like the responses of an operation.
 */
export default () => ({
  id: 'structure',
  typeExtension: {
    oas3({ Root, ...types }: Record<string, NodeType>): Record<string, NodeType> {
      return Root
        ? { ...types, Root: { ...Root, properties: { ...Root.properties, 'x-unmatched-responses': 'Responses' } } }
        : types;
    },
  },
});

import type { OpenAPI } from '@orpc/openapi';
import { describeApi } from '#server/api-docs.ts';

/** A JSON schema as the OpenAPI document has it. */
export type Schema = { readonly [key: string]: unknown };

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema };

/** One operation of the API as its OpenAPI document describes it. */
export type Operation = {
  /** In capitals: `GET`. */
  method: string;
  /** With its parameters in braces, below `/api`: `/classes/{id}`. */
  path: string;
  /** The procedure's name: `scheduling.classes.get`. */
  operationId: string;
  parameters: Parameter[];
  /** The schema of the JSON body, or null when it takes none. */
  body: Schema | null;
  /** What it may answer with: status to schema. */
  responses: Record<string, Schema | null>;
  /** The ways to authenticate the document asks for; none when it is open to everyone. */
  security: Record<string, string[]>[];
};

type Content = { content?: Record<string, { schema?: unknown }> };

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * Whether an operation takes only what an authenticator app shows at this moment, and so nothing made up beforehand, or
 * is for who has such an app: `tests/accounts/two-step.test.ts` has one.
 */
export function takesAppCode({ operationId }: Operation): boolean {
  return /^auth\.twoStep\.(take|turnOn|renewRecoveryCodes|turnOff|askTeam)$/.test(operationId);
}

/** Every operation of the OpenAPI document, in its order. */
export async function listOperations(): Promise<Operation[]> {
  const document = (await describeApi('http://localhost')) as OpenAPI.Document;
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const described = item?.[method];
      return described ? [operationOf(method, path, described, document.security)] : [];
    }),
  );
}

function operationOf(
  method: string,
  path: string,
  described: OpenAPI.OperationObject,
  security: OpenAPI.Document['security'] = [],
): Operation {
  return {
    method: method.toUpperCase(),
    path,
    operationId: described.operationId ?? '',
    parameters: (described.parameters ?? []).map(parameterOf),
    body: described.requestBody ? schemaIn(described.requestBody) : null,
    responses: Object.fromEntries(
      Object.entries(described.responses ?? {}).map(([status, answer]) => [status, schemaIn(answer)]),
    ),
    security: described.security ?? security,
  };
}

function parameterOf(parameter: OpenAPI.ParameterObject | OpenAPI.ReferenceObject): Parameter {
  if ('$ref' in parameter) throw new Error(`a parameter elsewhere: ${parameter.$ref}`);
  const { name, in: place, required = false, schema } = parameter;
  return { name, in: place as Parameter['in'], required, schema: (schema ?? {}) as Schema };
}

function schemaIn(described: Content | OpenAPI.ReferenceObject): Schema | null {
  if ('$ref' in described) throw new Error(`a schema elsewhere: ${described.$ref}`);
  return ((described as Content).content?.['application/json']?.schema as Schema | undefined) ?? null;
}

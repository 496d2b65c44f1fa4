import type { Kind } from '../kind.ts';
import { bodyAllProperties } from './all-properties.ts';
import { anyAllowedBody } from './any-allowed-body.ts';
import { bodyContentType } from './content-type.ts';
import { bodyEscapes } from './escapes.ts';
import { bodyGiven } from './given.ts';
import { bodyKeyword } from './keyword.ts';
import { noBody } from './none.ts';
import { bodyOtherMediaType } from './other-media-type.ts';
import { bodyPartDiscriminator } from './part-discriminator.ts';
import { bodyPartMinimal } from './part-minimal.ts';
import { bodyPartNull } from './part-null.ts';
import { bodyPartOptional } from './part-optional.ts';
import { bodyPartRange } from './part-range.ts';
import { bodyPartReadOnly } from './part-read-only.ts';
import { bodyPartRequired } from './part-required.ts';
import { bodyPartSurplus } from './part-surplus.ts';
import { bodyPartText } from './part-text.ts';
import { bodyRequiredPropertiesAlone } from './required-properties-alone.ts';
import { bodySchemaKept } from './schema.ts';
import { bodyShape } from './shape.ts';
import { bodyWellFormed } from './well-formed.ts';

/** What is required of the bodies of requests: of the whole first, then of its parts. */
export const requestBodyKinds: readonly Kind[] = [
  noBody,
  bodyGiven,
  bodyContentType,
  bodyOtherMediaType,
  bodyWellFormed,
  bodyEscapes,
  bodyShape,
  bodySchemaKept,
  anyAllowedBody,
  bodyAllProperties,
  bodyRequiredPropertiesAlone,
  bodyPartRequired,
  bodyPartOptional,
  bodyPartMinimal,
  bodyPartSurplus,
  bodyPartReadOnly,
  bodyPartDiscriminator,
  bodyPartNull,
  bodyKeyword,
  bodyPartRange,
  bodyPartText,
];

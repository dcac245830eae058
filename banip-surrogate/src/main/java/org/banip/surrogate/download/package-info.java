/**
 * Surrogates whose code an MBU names by the URL of a signed jar.
 *
 * <p>Flows in: the URL of a registration, and the jar that is fetched from there. Flows out: a new surrogate, whose classes come from that jar, or
 * a refusal for the MBU. {@link org.banip.surrogate.download.SurrogateJars} lists the stages: fetch, verify, load. Fetching and verifying run on
 * threads of their own, a few for each allowed origin.
 *
 * <p>The signature is the trust: Java has no sandbox, so a signed surrogate may do what the host may do (docs/surrogates.md).
 */
@NullMarked
package org.banip.surrogate.download;

import org.jspecify.annotations.NullMarked;

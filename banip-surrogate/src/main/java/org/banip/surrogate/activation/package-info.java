/**
 * Surrogates: the objects that represent BANs in the back-end, their life, and how to reach the BAN through them.
 *
 * <p>Flows in: registrations, which activate a surrogate by the name of its type. Flows out: commands to the BAN and their
 * results. A surrogate's code runs on threads of its type or its jar ({@code SurrogateThreads}), one call at a time ({@code SurrogateLife}); that of
 * the standard surrogate, which does nothing, on the thread that calls for it.
 *
 * <p>Modelled on the Jini Surrogate Architecture: a surrogate is activated with what its host offers ({@link
 * org.banip.surrogate.api.HostContext}) and what it stands for ({@link
 * org.banip.surrogate.api.SurrogateContext}), and deactivated when its interconnect ends.
 */
@NullMarked
package org.banip.surrogate.activation;

import org.jspecify.annotations.NullMarked;

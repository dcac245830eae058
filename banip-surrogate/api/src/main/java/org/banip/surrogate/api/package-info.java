/**
 * What an operator's own surrogate, subscriber or extension of a surrogate host compiles against.
 *
 * <p>Flows in: registrations activate a {@link org.banip.surrogate.api.Surrogate} by the name of its type; sensor sets go to each
 * {@link org.banip.surrogate.api.SurrogateListener}. Flows out: commands to the BAN. Each subscriber is called on a thread of its
 * own; a provider and its surrogates on threads of their type, one call at a time for each surrogate; {@code start} and {@code stop} by the thread
 * that starts and closes the host.
 *
 * <p>Modelled on the Jini Surrogate Architecture: a surrogate is activated with what its host offers ({@link
 * org.banip.surrogate.api.HostContext}) and what it stands for ({@link org.banip.surrogate.api.SurrogateContext}), hears
 * whether its MBU is alive ({@link org.banip.surrogate.api.KeepAliveHandler}), may cancel its activation, and is deactivated exactly once. A {@link
 * org.banip.surrogate.api.HostExtension} sees all surrogates of a host.
 */
@NullMarked
package org.banip.surrogate.api;

import org.jspecify.annotations.NullMarked;

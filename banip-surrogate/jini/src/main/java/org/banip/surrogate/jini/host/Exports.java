package org.banip.surrogate.jini.host;

import org.banip.surrogate.jini.export.RemoteObjects;
import org.banip.surrogate.jini.registration.Registrations;
import org.banip.surrogate.jini.service.Rights;
import org.banip.surrogate.jini.subscription.Subscriptions;

/**
 * What makes services of surrogates.
 *
 * @param rights what callers may do
 * @param subscriptions the subscribers in other JVMs
 * @param objects makes objects callable
 * @param registrations tells lookup services
 */
record Exports(Rights rights, Subscriptions subscriptions, RemoteObjects objects, Registrations registrations) {}

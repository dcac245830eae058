/**
 * Keeps services registered with lookup services.
 *
 * <p>Flows in: services that appear and disappear. Flows out: registrations, renewals and cancellations. Each lookup service has a thread of its own,
 * which finds it, compares what is registered with what should be, and renews leases: one that hangs delays no other.
 */
@NullMarked
package org.banip.surrogate.jini.registration;

import org.jspecify.annotations.NullMarked;

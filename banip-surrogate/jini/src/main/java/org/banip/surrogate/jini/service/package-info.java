/**
 * A surrogate as a Jini service: what is registered, and what it does when it is called.
 *
 * <p>Flows in: remote calls with tokens. Flows out: descriptions, statistics, results of commands, or refusals. JERI's threads.
 */
@NullMarked
package org.banip.surrogate.jini.service;

import org.jspecify.annotations.NullMarked;

/**
 * What an operator sets of the Jini part of a host, in the host's own table of settings.
 *
 * <p>Flows in: the host's settings. Flows out: a checked record. No class of River is loaded here: a host without Jini pays nothing. Any thread.
 */
@NullMarked
package org.banip.surrogate.jini.settings;

import org.jspecify.annotations.NullMarked;

/**
 * What the lookup service knows of a surrogate beside its interface: a client finds surrogates by these attributes.
 *
 * <p>Flows in: a surrogate's description. Flows out: Jini entries; public fields of reference types, as Jini demands of an entry. One thread
 * makes them; nobody changes them afterwards.
 */
@NullMarked
package org.banip.surrogate.jini.attribute;

import org.jspecify.annotations.NullMarked;

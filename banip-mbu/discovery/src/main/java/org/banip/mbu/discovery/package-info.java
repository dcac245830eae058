/**
 * Sources of brokers (docs/discovery.md). In: a domain. Out: the brokers that its DNS names, as far as the app trusts these names. The MBU's thread
 * {@code banip-brokers} asks.
 */
@NullMarked
package org.banip.mbu.discovery;

import org.jspecify.annotations.NullMarked;

/**
 * The processes of a run: a sender that numbers its samples and writes down what it was told, and a receiver with everything behind the link.
 *
 * <p>Flows in: a specification and words. Flows out: events, and the files that are compared. Threads: a sampler, and the product's own.
 */
@NullMarked
package org.banip.measure.losses.process;

import org.jspecify.annotations.NullMarked;

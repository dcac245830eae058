/**
 * The text of a message becomes the digital samples of a group. Belongs to the group's intake.
 */
@NullMarked
package org.banip.gateway.sample;

import org.jspecify.annotations.NullMarked;

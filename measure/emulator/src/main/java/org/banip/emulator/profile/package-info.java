/**
 * Descriptions of emulated links: settings for each direction, a schedule of changes, and named profiles.
 *
 * <p>Flows in: JSON, one resource for each profile (docs/link.md has the fields). Flows out: immutable settings. Any thread.
 */
@NullMarked
package org.banip.emulator.profile;

import org.jspecify.annotations.NullMarked;

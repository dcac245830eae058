/**
 * What an emulated link is like: settings per direction, a schedule of changes, and named profiles.
 *
 * <p>Flows in: JSON, a resource per profile (docs/link.md has the fields). Flows out: immutable settings. Any thread.
 */
@NullMarked
package org.banip.emulator.profile;

import org.jspecify.annotations.NullMarked;

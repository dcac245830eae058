package org.banip.surrogate.api;

import java.util.UUID;
import org.banip.core.ban.BanDescription;

/**
 * Which surrogate is meant, and what its BAN measures; one object for as long as the surrogate is active, or until groups are added.
 *
 * @param session the MBU session it stands for
 * @param ban who the BAN is and what it measures
 * @param surrogateType the type it was activated as
 * @param activatedNanos when, nanoseconds since the epoch
 */
public record SurrogateDescription(UUID session, BanDescription ban, String surrogateType, long activatedNanos) {}

package org.banip.mbu.interconnect;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.banip.core.ban.BanDescription;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.spi.CommandHandler;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spool.Scheduler;
import org.banip.mbu.spool.SpoolLog;
import org.banip.mbu.stage.EventDispatcher;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.Progress;

/**
 * What an interconnect is made of.
 *
 * @param registration what is wanted; its session is the first one's
 * @param chains per group the wanted chain, which the host must agree to
 * @param transcoders what the host's chain texts are read with
 * @param uplinks carry, one a link; at least one
 * @param spool has what is to be carried
 * @param scheduler wakes the links: something is to be sent
 * @param meter measures the links
 * @param counters per group
 * @param events take what happens
 * @param progress tells who waits for it
 * @param clock for keep-alives and time synchronisation
 * @param reconnect how long to wait between tries
 * @param random for those waits
 * @param commands carries out the host's commands, if the app takes any
 * @param deregister whether to end the interconnect at the host when it ends here
 * @param threadSuffix tells this MBU's threads from another's
 */
public record InterconnectSetup(
        RegistrationRequest registration,
        List<TranscodingChain> chains,
        Transcoders transcoders,
        List<Uplink> uplinks,
        SpoolLog spool,
        Scheduler scheduler,
        LinkMeter meter,
        List<GroupCounters> counters,
        EventDispatcher events,
        Progress progress,
        SteadyClock clock,
        ReconnectSettings reconnect,
        Random random,
        Optional<CommandHandler> commands,
        boolean deregister,
        String threadSuffix) {
    BanDescription ban() {
        return registration.ban();
    }

    String groupName(int group) {
        return ban().groups().get(group).name();
    }

    int groupCount() {
        return ban().groups().size();
    }

    /** The same wishes for another session. */
    RegistrationRequest registrationOf(UUID session) {
        return new RegistrationRequest(
                session,
                registration.surrogateType(),
                registration.chain(),
                registration.groupChains(),
                registration.ban());
    }
}

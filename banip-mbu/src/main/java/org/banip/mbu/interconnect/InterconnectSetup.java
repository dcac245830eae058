package org.banip.mbu.interconnect;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.ServiceClass;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.mbu.broker.Brokers;
import org.banip.mbu.command.WearerAlerts;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.spi.CommandHandler;
import org.banip.mbu.spi.PathScheduler;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spool.Scheduler;
import org.banip.mbu.spool.SpoolLog;
import org.banip.mbu.stage.Described;
import org.banip.mbu.stage.EventDispatcher;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.Progress;

/**
 * What an interconnect needs.
 *
 * @param described what is registered, with the chain of each group, to which the host must agree; the session of the registration is the first one
 * @param transcoders the transcoders that the host's chain texts may name
 * @param paths one for each link; at least one
 * @param policy how several paths share the items
 * @param schedulers the scheduler of each service class, if there are several paths
 * @param spool the items to send
 * @param scheduler wakes the links when there is something to send
 * @param meter measures the links
 * @param counters of each group
 * @param events receive what happens
 * @param progress wakes threads that wait for a change
 * @param clock for keep-alives and time synchronisation
 * @param reconnect the waits between attempts
 * @param random for those waits
 * @param sendWindow what each link may have under way beyond its path's own round trip, as a time; zero for no limit
 * @param commands executes the host's commands, if the app does that
 * @param alerts tells the wearer of alerts, if the app does that
 * @param deregister whether closing also ends the interconnect at the host
 * @param threadSuffix distinguishes this MBU's threads from those of others
 */
public record InterconnectSetup(
        Described described,
        Transcoders transcoders,
        List<PathSetup> paths,
        PathPolicySettings policy,
        Map<ServiceClass, PathScheduler> schedulers,
        SpoolLog spool,
        Scheduler scheduler,
        LinkMeter meter,
        List<GroupCounters> counters,
        EventDispatcher events,
        Progress progress,
        SteadyClock clock,
        ReconnectSettings reconnect,
        Random random,
        Duration sendWindow,
        Optional<CommandHandler> commands,
        Optional<WearerAlerts> alerts,
        boolean deregister,
        String threadSuffix) {
    RegistrationRequest registration() {
        return described.registration();
    }

    List<TranscodingChain> chains() {
        return described.chains();
    }

    /** The chain of a group to which the host must agree, in canonical text. */
    String chainOf(int group) {
        return described
                .chainInPlace()
                .filter(unused -> !registration().groupChains().containsKey(groupName(group)))
                .map(text -> TranscodingChain.parse(text, transcoders)
                        .requiredFor(ban().groups().get(group)))
                .orElseGet(() -> described.chains().get(group))
                .toString();
    }

    BanDescription ban() {
        return registration().ban();
    }

    /** They choose the broker of all paths. */
    Brokers brokers() {
        return paths.get(0).brokers();
    }

    /** Whether there is a choice of paths. */
    boolean severalPaths() {
        return paths.size() > 1;
    }

    String groupName(int group) {
        return ban().groups().get(group).name();
    }

    int groupCount() {
        return ban().groups().size();
    }

    /** What the host is asked for, for this session. */
    RegistrationRequest registrationOf(UUID session) {
        return described.asked().of(session);
    }
}

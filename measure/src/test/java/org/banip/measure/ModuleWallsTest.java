package org.banip.measure;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The walls between the modules and between their packages, as {@code docs/architecture.md} draws them. */
class ModuleWallsTest {
    private static final JavaClasses BANIP = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/test-classes/")) // those of -Dquick, too
            .withImportOption(location -> !location.contains("-tests.jar"))
            .withImportOption(location -> !location.contains("/jmh_generated/"))
            .importPackages(
                    "org.banip.core",
                    "org.banip.alerts",
                    "org.banip.recordings",
                    "org.banip.server",
                    "org.banip.transcoders",
                    "org.banip.seal",
                    "org.banip.mbu",
                    "org.banip.gateway",
                    "org.banip.wsb",
                    "org.banip.surrogate",
                    "org.banip.thresholds",
                    "org.banip.emulator",
                    "org.banip.app",
                    "org.banip.measure");

    /** Inside the packages of broker and surrogate host, but modules of their own. */
    private static final String[] BESIDE_THE_SERVERS = {
        "org.banip.wsb.announce..",
        "org.banip.wsb.jini..",
        "org.banip.wsb.jwt..",
        "org.banip.surrogate.api..",
        "org.banip.surrogate.jini..",
        "org.banip.surrogate.mail.."
    };

    /** More are one thing in several files. */
    @Test
    void noCircleInAPackageHasMoreThanThreeClasses() {
        assertThat(ClassCircles.in(BANIP))
                .hasSizeGreaterThan(1)
                .filteredOn(circle -> circle.size() > 3)
                .isEmpty();
    }

    @Test
    void coreDependsOnTheJdkSlf4jAndJspecifyOnly() {
        classes()
                .that()
                .resideInAPackage("org.banip.core..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("org.banip.core..", "java..", "javax.net.ssl..", "org.slf4j..", "org.jspecify..")
                .check(BANIP);
    }

    @Test
    void coreKnowsNeitherHttpNorDatabasesNorThreads() {
        noClasses()
                .that()
                .resideInAPackage("org.banip.core..")
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.net.http..", "java.sql..")
                        .or(JavaClass.Predicates.assignableTo(Thread.class))
                        .or(JavaClass.Predicates.assignableTo(Executor.class)))
                .check(BANIP);
    }

    @Test
    void theMbuNeedsNoNetty() {
        noClasses()
                .that(resideInAPackage("org.banip.mbu..").and(not(resideInAPackage("org.banip.mbu.netty.."))))
                .should()
                .dependOnClassesThat(resideInAnyPackage("io.netty..", "org.banip.mbu.netty.."))
                .check(BANIP);
    }

    @Test
    void theMbuNeedsNoDnsLibrary() {
        noClasses()
                .that(resideInAPackage("org.banip.mbu..").and(not(resideInAPackage("org.banip.mbu.discovery.."))))
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.xbill..", "org.banip.mbu.discovery.."))
                .check(BANIP);
    }

    /** What a peer wrote is made harmless in one place, so all of broker and host must go through it. */
    @Test
    void serversLogThroughServerLogOnly() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "org.banip.server..", "org.banip.wsb..", "org.banip.surrogate..", "org.banip.gateway..")
                .and()
                .doNotHaveFullyQualifiedName("org.banip.server.log.ServerLog")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("org.slf4j.LoggerFactory")
                .check(BANIP);
    }

    /** A stream or writer of a response blocks as long as its client does not read, unless it is used as this class does. */
    @Test
    void responsesAreWrittenThroughResponseOutputOnly() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("org.banip.server.request.ResponseOutput")
                .and()
                .doNotHaveFullyQualifiedName("org.banip.server.request.ErrorPage") // no asynchronous request
                .should()
                .callMethodWhere(describe(
                        "the stream or the writer of a response is taken",
                        call -> call.getTargetOwner().getPackageName().startsWith("jakarta.servlet")
                                && List.of("getOutputStream", "getWriter").contains(call.getName())))
                .check(BANIP);
    }

    @ParameterizedTest
    @CsvSource({
        "alerts, core",
        "recordings, core",
        "server, core",
        "transcoders, core",
        "seal, core",
        "mbu, core alerts",
        "gateway, core server mbu",
        "emulator, core",
        "surrogate.api, core",
        "thresholds, core surrogate.api",
        "wsb, core server",
        "wsb.announce, server wsb",
        "wsb.jini, core server wsb surrogate.jini",
        "wsb.jwt, core server wsb",
        "surrogate, core alerts recordings server surrogate.api",
        "surrogate.jini, core server surrogate.api river",
        "surrogate.mail, core server surrogate",
        "app, core alerts recordings server transcoders seal mbu gateway wsb surrogate surrogate.api surrogate.jini emulator"
    })
    void ofBanipTheModuleSeesOnly(String module, String others) {
        DescribedPredicate<JavaClass> allowed = of(module);
        for (String other : others.split(" ", -1)) {
            allowed = allowed.or(of(other));
        }
        noClasses()
                .that(of(module))
                .should()
                .dependOnClassesThat(resideInAPackage("org.banip..").and(not(allowed)))
                .allowEmptyShould(true) // a module whose classes are still to come
                .check(BANIP);
    }

    private static DescribedPredicate<JavaClass> of(String module) {
        DescribedPredicate<JavaClass> inside = resideInAPackage("org.banip." + module + "..");
        return List.of("wsb", "surrogate").contains(module)
                ? inside.and(not(resideInAnyPackage(BESIDE_THE_SERVERS)))
                : inside;
    }

    @Test
    void onlyMeasurementsKnowPeersAndBenchmarks() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.banip.measure..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.grpc..", "com.hivemq..", "io.nats..", "org.eclipse.californium..", "org.openjdk.jmh..")
                .check(BANIP);
    }

    @Test
    void onlyTheJiniModuleAndTheTestBedKnowRiver() {
        noClasses()
                .that()
                .resideOutsideOfPackages("org.banip.surrogate.jini..", "org.banip.measure..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.banip.river..", "net.jini..", "com.sun.jini..", "org.apache.river..")
                .check(BANIP);
    }

    @Test
    void everyPackageIsNullMarked() {
        classes().should(resideInANullMarkedPackage()).check(BANIP);
    }

    @Test
    void packagesDependOnEachOtherWithoutCycles() {
        slices().assignedFrom(packages()).should().beFreeOfCycles().check(BANIP);
    }

    private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
        return new ArchCondition<>("reside in a package whose package-info says @NullMarked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
                events.add(new SimpleConditionEvent(
                        type, marked, type.getName() + ": no package-info.java with @NullMarked beside it"));
            }
        };
    }

    private static SliceAssignment packages() {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return SliceIdentifier.of(type.getPackageName());
            }

            @Override
            public String getDescription() {
                return "packages";
            }
        };
    }
}

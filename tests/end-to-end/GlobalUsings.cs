global using Pingmark.EndToEndTests.Harness;
global using Pingmark.Hostile.Tests.Harness;
global using Xunit;

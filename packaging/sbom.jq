# Completes a list of packages (CycloneDX) by what the tool does not look at: the runtime, which the program's deps.json
# names, the charts, and what built workers have in them. Its dates are those of the release.
def component($name; $at; $purl; $licence):
  {type: "library", name: $name, version: $at, purl: $purl, "bom-ref": $purl, licenses: [{expression: $licence}]};

.metadata.timestamp = $date
| .metadata.component = {
    type: "application", name: "pingmark", version: $version, "bom-ref": "pingmark",
    licenses: [{license: {id: "MIT"}}], properties: [{name: "platform", value: $platform}]
  }
| .dependencies = [.dependencies[]? | select(.ref | startswith("Pingmark") | not)]
| .components += [
    $program[0].libraries | keys[] | select(startswith("runtimepack."))
    | (sub("^runtimepack\\."; "") | split("/")) as [$name, $at]
    | component($name; $at; "pkg:nuget/\($name)@\($at)"; "MIT")
  ]
| .components += [
    $npm[0].packages | to_entries[] | select(.key != "" and (.value.dev | not))
    | (.key | sub("^node_modules/"; "")) as $name
    | component($name; .value.version; "pkg:npm/\($name)@\(.value.version)"; .value.license)
  ]
| .components += [
    $parts | unique[] | component(.name; .version; "pkg:\(.kind)/\(.name)@\(.version)"; .licence)
    | if .licenses[0].expression == "NOASSERTION" then del(.licenses) else . end
  ]
| .components |= (unique_by(.purl) | sort_by(.purl))
